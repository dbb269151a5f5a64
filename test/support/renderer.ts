import type { RenderPage } from '../../src/kit/page/format.ts';
import { renderPage } from '../../src/render/renderer.ts';

/** The renderer as a dispatcher loads it. */
export async function renderer(): Promise<RenderPage> {
  return renderPage;
}
