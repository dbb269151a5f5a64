import type { Series } from '../kit/page/page.ts';
import { element, escapeHtml } from './html-text.ts';

const SIZE = { width: 440, height: 190 } as const;
const FRAME = { left: 36, right: 14, top: 10, bottom: 26 } as const;
/** How many colours there are before they come again. */
const COLOURS = 8;

interface Scale {
  readonly x: (place: number) => number;
  readonly y: (value: number) => number;
}

/** Lines over the rounds, with a legend; the axis spans the tenths that are needed. */
export function chartSvg(ticks: readonly string[], series: readonly Series[]): string {
  const values = series.flatMap(({ points }) => points.filter((point) => point !== null));
  const low = Math.max(0, Math.floor(least(values) * 10 - 0.5) / 10);
  const high = Math.min(1, Math.ceil(most(values) * 10 + 0.5) / 10);
  const scale = scaleFor(ticks.length, low, high);
  const { width, height } = SIZE;
  const inner = [
    ...gridLines(scale, low, high),
    ...ticks.map((tick, place) => axisText(scale.x(place), height - 6, 'middle', tick)),
    ...series.map((each, place) => line(each, place, ticks, scale)),
  ].join('');
  const legend = series.map(({ name }, place) =>
    element('li', { class: `c${place % COLOURS}` }, escapeHtml(name)),
  );
  const svg = element('svg', { viewBox: `0 0 ${width} ${height}`, class: 'chart', role: 'img' }, inner);
  return svg + element('ul', { class: 'legend' }, legend.join(''));
}

function least(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b), 1);
}

function most(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b), 0);
}

function scaleFor(count: number, low: number, high: number): Scale {
  const width = SIZE.width - FRAME.left - FRAME.right - 40;
  const height = SIZE.height - FRAME.top - FRAME.bottom;
  return {
    x: (place) => round(FRAME.left + 20 + (count < 2 ? width / 2 : (place * width) / (count - 1))),
    y: (value) => round(FRAME.top + height * (1 - (value - low) / Math.max(0.1, high - low))),
  };
}

const round = (value: number) => Math.round(value * 10) / 10;

function gridLines({ y }: Scale, low: number, high: number): string[] {
  const count = Math.round((high - low) * 10);
  return Array.from({ length: count + 1 }, (_, step) => low + step / 10).flatMap((value) => [
    element('path', { class: 'grid', d: `M${FRAME.left} ${y(value)}H${SIZE.width - FRAME.right}` }),
    axisText(FRAME.left - 6, y(value) + 4, 'end', value.toFixed(1)),
  ]);
}

function axisText(x: number, y: number, anchor: string, text: string): string {
  return element('text', { x, y, 'text-anchor': anchor }, escapeHtml(text));
}

function line({ name, points }: Series, place: number, ticks: readonly string[], { x, y }: Scale): string {
  const marks = points.flatMap((value, index) => (value === null ? [] : [{ value, index }]));
  const d = marks.map(({ value, index }, nth) => `${nth === 0 ? 'M' : 'L'}${x(index)} ${y(value)}`).join('');
  const dots = marks.map(({ value, index }) => {
    const title = element('title', {}, escapeHtml(`${name}, ${ticks[index] ?? ''}: ${value.toFixed(2)}`));
    return element('circle', { cx: x(index), cy: y(value), r: 3.5 }, title);
  });
  return element('g', { class: `line c${place % COLOURS}` }, element('path', { d }) + dots.join(''));
}
