// Opens the HTML records of one session of each kind, and of one that means harm, in a real browser. `--images` also renews docs/images.
// Run with `npm run check:browser`; Chromium comes from the system, `CHROMIUM` names another one.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { makeSessions } from './browser/sessions.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./browser/sessions.mjs').Sample} Sample */

const MOST_IMAGE_BYTES = 150_000;
const root = dirname(import.meta.dirname);
const bin = join(root, 'dist', 'main.cjs');
const executablePath = [process.env.CHROMIUM ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (path) => path !== '' && existsSync(path),
);

/** Which record is photographed in which light. */
const IMAGES = new Map([
  ['serial', 'light'],
  ['tree', 'dark'],
  ['chain', 'light'],
]);

/** @type {string[]} */
const complaints = [];
/** @type {(holds: boolean, otherwise: string) => void} */
const want = (holds, otherwise) => {
  if (!holds) complaints.push(otherwise);
};

/**
 * @param {Page} page
 * @param {Sample} sample
 */
async function checkText(page, { name, says, boxes }) {
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden does not count as shown.
  const text = await page.locator('body').innerText();
  for (const each of says) want(text.includes(each), `${name}: "${each}" is not to be seen`);
  want((await page.locator('svg g.box').count()) === boxes, `${name}: the drawing has not ${boxes} boxes`);
  want((await page.locator('script, iframe, object, img, form').count()) === 0, `${name}: an active element`);
  const links = await page.locator('a').evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''));
  want(
    links.every((href) => /^(#part-\d+$|https?:|mailto:)/.test(href)),
    `${name}: a link to ${links.join(' ')}`,
  );
  const sides = await page.evaluate('[document.documentElement.scrollWidth, window.innerWidth]');
  want(Array.isArray(sides) && sides[0] <= sides[1], `${name}: the page is wider than the window`);
  want((await page.evaluate('window.harmed')) === undefined, `${name}: a script of a text ran`);
}

/** @param {Page} page */
const colours = (page) =>
  page.evaluate(
    '(({ color, backgroundColor }) => [color, backgroundColor].join())(getComputedStyle(document.body))',
  );

/**
 * @param {Page} page
 * @param {string} name
 */
async function checkLooks(page, name) {
  await page.emulateMedia({ colorScheme: 'light' });
  const day = await colours(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const night = await colours(page);
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  const paper = await colours(page);
  want(day !== night, `${name}: night looks like day`);
  want(paper === 'rgb(0, 0, 0),rgb(255, 255, 255)', `${name}: printed in ${paper}`);
  want((await page.pdf()).length > 5000, `${name}: nothing is printed`);
  await page.emulateMedia({ media: 'screen' });
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {Sample} sample
 * @param {{ folder: string, images: string }} folders
 */
async function checkRecord(browser, sample, { folder, images }) {
  const { name, id } = sample;
  // Beside the samples: the data folder keeps its own files only.
  const file = join(folder, 'sample', `${name}.html`);
  execFileSync(process.execPath, [bin, 'show', id, '--format', 'html', '--out', file], {
    env: { ...process.env, DEEP_THINK_HOME: folder },
  });
  const page = await browser.newPage({ viewport: { width: 1000, height: 860 } });
  const url = pathToFileURL(file).href;
  page.on('console', (message) => want(message.type() !== 'error', `${name}: ${message.text()}`));
  page.on('pageerror', (error) => want(false, `${name}: ${error.message}`));
  page.on('dialog', (dialog) => want(false, `${name}: a dialog, ${dialog.message()}`));
  page.on('request', (request) => want(request.url() === url, `${name}: asked for ${request.url()}`));
  await page.goto(url);
  await checkText(page, sample);
  await checkLooks(page, name);
  const light = IMAGES.get(name);
  if (light !== undefined) {
    const path = join(images, `record-${name}.png`);
    await page.emulateMedia({ colorScheme: light === 'dark' ? 'dark' : 'light' });
    await page.screenshot({ path });
    want(statSync(path).size < MOST_IMAGE_BYTES, `${path} has ${statSync(path).size} bytes`);
  }
  await page.setViewportSize({ width: 380, height: 800 });
  const sides = await page.evaluate('[document.documentElement.scrollWidth, window.innerWidth]');
  want(Array.isArray(sides) && sides[0] <= sides[1], `${name}: the page is wider than a telephone`);
  await page.close();
}

if (executablePath === undefined) {
  console.error('No Chromium: apt-get install --no-install-recommends chromium fonts-dejavu-core');
  process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), 'deep-think-browser-'));
const images = process.argv.includes('--images') ? join(root, 'docs', 'images') : folder;
mkdirSync(images, { recursive: true });
// Sessions are labelled by the working folder.
mkdirSync(join(folder, 'sample'));
process.chdir(join(folder, 'sample'));
// A container has no user namespaces for the sandbox; the pages are our own.
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const samples = await makeSessions(bin, folder);
  for (const sample of samples) await checkRecord(browser, sample, { folder, images });
  for (const complaint of complaints) console.error(complaint);
  console.log(`${samples.length} records opened, ${complaints.length} complaints.`);
} finally {
  await browser.close();
  if (process.argv.includes('--keep')) console.log(folder);
  else rmSync(folder, { recursive: true, force: true });
}
process.exitCode = complaints.length > 0 ? 1 : 0;
