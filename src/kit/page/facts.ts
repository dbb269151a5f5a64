import type { SessionDocument } from '../../core/session.ts';
import { excerpt } from '../../core/text.ts';
import type { Page } from './page.ts';
import { pageWords as words } from './wording.ts';

/** The longest title that a question becomes, in code points. */
const TITLE = 200;

/** The beginning of every page: the question, and what the header of the session tells. */
export function opening(document: SessionDocument): Pick<Page, 'title' | 'question' | 'facts'> {
  const { id, protocol, status, created_at, finalized_at, project, question } = document;
  const title = excerpt(question, TITLE);
  const facts = [
    words.fact.session(id),
    words.fact.mode(protocol),
    status,
    words.fact.started(created_at),
    ...(finalized_at === null ? [] : [words.fact.finalized(finalized_at)]),
    ...(project === null ? [] : [words.fact.project(project)]),
  ];
  return { title, question: title === question.trim() ? null : question, facts };
}
