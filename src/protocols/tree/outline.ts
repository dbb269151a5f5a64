import { excerpt } from '../../core/text.ts';
import { solutionsOf } from './finish.ts';
import { mermaidOf } from './mermaid.ts';
import { referencesOf } from './references.ts';
import type { TreeNode, TreeSession } from './state.ts';
import { treeOf } from './tree-index.ts';
import { outlineWords as words } from './wording.ts';

const TITLE = 200;

/** The whole investigation as readable Markdown: solutions, nodes under their parents, references, the graph. */
export function outline(session: TreeSession): string {
  const tree = treeOf(session);
  const solutions = solutionsOf(session, tree).map(
    ({ nodeId, title, verified }) => `- **${nodeId}** ${excerpt(title, TITLE)} (${words.verified(verified)})`,
  );
  const references = referencesOf(session.nodes).map(({ reference, nodeIds }) => {
    return `- ${reference} (${nodeIds.join(', ')})`;
  });
  return [
    `# ${excerpt(session.question, TITLE)}`,
    words.standing({
      rounds: session.currentRound,
      nodes: session.nodes.length,
      ended: session.endedAt !== null,
    }),
    ...section(words.solutions, solutions),
    ...session.nodes.flatMap(nodeSection),
    ...section(words.references, references),
    `\`\`\`mermaid\n${mermaidOf(session)}\n\`\`\``,
  ]
    .join('\n\n')
    .concat('\n');
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`## ${title}`, lines.join('\n')];
}

function nodeSection(node: TreeNode): string[] {
  const under = node.parent === null ? '' : ` under ${node.parent}`;
  const head = `### ${node.id}${under}: ${excerpt(node.title, TITLE)} (${node.state})`;
  return node.findings.trim() === '' ? [head] : [head, quote(node.findings)];
}

function quote(text: string): string {
  return text
    .split(/\r?\n/u)
    .map((line) => `> ${line}`)
    .join('\n');
}
