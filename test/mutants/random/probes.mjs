/** Puts marks into a source that tell which of its places are run: a defect where a spec never comes cannot fail it. */
import ts from 'typescript';

/** Tells each place once; a child process of a spec has the path from it. Hoisted, so that it is there from the start. */
const MARKER = `
function reached$(id) {
  const passed = (reached$.passed ??= new Set());
  if (passed.has(id) || !process.env.TILLBRIDGE_REACHED) return;
  passed.add(id);
  process.getBuiltinModule('node:fs').appendFileSync(process.env.TILLBRIDGE_REACHED, id + '\\n');
}
`;

function innermost(node, { start, end }) {
  const inner = ts.forEachChild(node, (child) => (child.getStart() <= start && end <= child.end ? child : undefined));
  return inner ? innermost(inner, { start, end }) : node;
}

/** Where a mark is run whenever the node is: at the start of its block, or with the expression that a function is. */
function marksAround(node, mark) {
  if (ts.isSourceFile(node)) return [{ at: node.end, text: `\n${mark};\n` }];
  if (ts.isBlock(node)) return [{ at: node.getStart() + 1, text: ` ${mark};` }];
  const { body } = node;
  if (ts.isFunctionLike(node) && body) {
    if (ts.isBlock(body)) return marksAround(body, mark);
    return [
      { at: body.getStart(), text: `(${mark}, ` },
      { at: body.end, text: ')' },
    ];
  }
  return marksAround(node.parent, mark);
}

/**
 * @param file - its name tells which syntax it has
 * @param source - its text
 * @param places - `id`, and where: `start` and `end`
 * @returns the text with the marks: run with TILLBRIDGE_REACHED naming a file, it writes the ids of what is run there
 */
export function withProbes(file, source, places) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.ES2023, true);
  const marks = places.flatMap((place) => marksAround(innermost(tree, place), `reached$(${place.id})`));
  const marked = marks
    .toSorted((a, b) => b.at - a.at)
    .reduce((text, { at, text: mark }) => text.slice(0, at) + mark + text.slice(at), source);
  return marked + MARKER;
}
