// Title and text of the HTML that a thread is given, as Markdown; null where there is none. Bundled apart: what reads HTML is large
// and seldom needed.
import { parentPort, workerData } from 'node:worker_threads';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import Turndown from 'turndown';

/** Characters of an article: what has fewer is none, and the whole page is taken. */
const least = 140;
/** Elements of a page in which an article is looked for. */
const mostElements = 50_000;

const markdown = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
markdown.remove(['head', 'script', 'style', 'noscript', 'template', 'iframe', 'object', 'svg', 'canvas']);
markdown.remove(['img', 'video', 'audio', 'picture', 'button', 'input']);

function articleIn(document) {
  if (document.getElementsByTagName('*').length > mostElements) return null;
  const article = new Readability(document, { serializer: (element) => element }).parse();
  return article?.content && article.textContent.trim().length >= least ? article : null;
}

function readable(html) {
  // Without these it takes the first element of a fragment for all of the page.
  const { document } = parseHTML(/<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`);
  const whole = document.documentElement.cloneNode(true);
  const { title } = document;
  const article = articleIn(document);
  const text = markdown.turndown(article?.content ?? whole);
  return text.trim() === '' ? null : { title: article?.title || title, text };
}

parentPort.postMessage(readable(workerData));
