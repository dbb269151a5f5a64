/** A trunk of thought that forks into three, on a round ground. */
const SVG =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='8' fill='#3b3f8f'/><path d='M16 26V15M16 19L8 11M16 19l8-8' fill='none' stroke='#fff' stroke-width='2.5' stroke-linecap='round'/><g fill='#ffd166'><circle cx='8' cy='9' r='3'/><circle cx='16' cy='11' r='3'/><circle cx='24' cy='9' r='3'/></g></svg>";

/** The icon of the server, in itself. */
export const ICON = {
  src: `data:image/svg+xml,${encodeURIComponent(SVG)}`,
  mimeType: 'image/svg+xml',
  sizes: ['any'],
};
