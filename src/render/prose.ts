import MarkdownIt from 'markdown-it';
import { inert } from '../core/text.ts';
import { escapeHtml } from './html-text.ts';

/** No tag of a text counts, no picture is fetched, and a link leads nowhere but to a page or a mailbox. */
const markdown = new MarkdownIt({ html: false, linkify: false, breaks: true });
markdown.disable('image');
markdown.validateLink = (url) => /^(?:https?:\/\/|mailto:)/iu.test(url.trim());

const { rules } = markdown.renderer;
// Headings of a text must not stand among those of the page.
rules.heading_open = () => '<p class="title">';
rules.heading_close = () => '</p>\n';
rules.link_open = (tokens, place) => {
  const href = String(tokens[place]?.attrGet('href') ?? '');
  return `<a href="${escapeHtml(href)}" rel="noopener noreferrer nofollow">`;
};

/** The Markdown that a client wrote, as HTML that holds nothing active. */
export function proseHtml(text: string): string {
  // Markdown-it keeps control signs, which HTML may not hold.
  return inert(markdown.render(text));
}
