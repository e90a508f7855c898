import { parseAst } from 'vitest/node';

interface Node {
  readonly type: string;
  readonly [part: string]: unknown;
}

const makers: ReadonlySet<unknown> = new Set(['test', 'it', 'describe']);
const hasPlaceholder = /%[sdifjo]|\$\w/;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** The name in front of all that is called or taken of it: `test` of `test.skipIf(x).each(rows)`. */
const makerOf = (called: unknown): unknown => {
  if (!isNode(called)) return null;
  return called.type === 'Identifier' ? called.name : makerOf(called.callee ?? called.object ?? called.tag);
};

/** Every text that stands in an expression, but for what its functions do. */
const textsIn = (node: Node): string[] => {
  if (/Function/.test(node.type)) return [];
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  if (node.type === 'TemplateElement') return [String((node.value as { cooked: string }).cooked)];
  return childrenOf(node).flatMap(textsIn);
};

/** The rows of `test.each(rows)`, those of a table that has a name too. */
function rowsOf(called: Node, tables: ReadonlyMap<unknown, Node>): string[] {
  return [called.arguments, called.quasi]
    .flat()
    .filter(isNode)
    .flatMap((rows) => {
      const table = rows.type === 'Identifier' ? tables.get(rows.name) : rows;
      return table ? textsIn(table) : [];
    });
}

/** The titles of the tests in a file; where rows of a table are filled in, the texts of that table too. */
export function titlesIn(source: string, lang: 'ts' | 'tsx' = 'ts'): string[] {
  const titles: string[] = [];
  const tables = new Map<unknown, Node>();
  const visit = (node: Node): void => {
    const { id, init, callee, arguments: given } = node;
    if (node.type === 'VariableDeclarator' && isNode(id) && isNode(init)) tables.set(id.name, init);
    if (node.type === 'CallExpression' && makers.has(makerOf(callee)) && Array.isArray(given)) {
      const [title] = given;
      const said = isNode(title) && /Literal$|Binary/.test(title.type) ? textsIn(title) : [];
      titles.push(...said);
      if (isNode(callee) && said.some((text) => hasPlaceholder.test(text)))
        titles.push(...rowsOf(callee, tables));
    }
    childrenOf(node).forEach(visit);
  };
  visit(parseAst(source, { lang }) as unknown as Node);
  return titles;
}
