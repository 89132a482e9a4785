import { beforeAll, describe, expect, it } from '@jest/globals';
import { measure, type Figures } from './figures.js';
import { FIGURE_LIMITS, figuresTable } from './figures-table.js';
import { listFiles, readTree, treeOf } from './source-tree.js';

describe('the figures of the source', () => {
  let figures: Figures;

  beforeAll(() => {
    const paths = listFiles(process.cwd(), 'src').filter((path) => /\.tsx?$/.test(path));
    figures = measure(readTree(process.cwd(), paths));
  });

  it.each(Object.entries(FIGURE_LIMITS))('keep the limit of %s', (_name, { valueOf, atMost }) => {
    expect(valueOf(figures)).toBeLessThanOrEqual(atMost);
  });

  it('are printed with their limits', () => {
    const table = figuresTable(figures);
    expect(table.split('\n')).toHaveLength(2 + Object.keys(FIGURE_LIMITS).length + 3);
    expect(table).toContain(`| lines of a file, longest | ${figures.files.longest} | 250 |`);
  });
});

describe('measuring', () => {
  it('counts lines, functions, documented exports, rings, places and arrows', () => {
    const measured = measure(
      treeOf({
        'src/shop/index.ts': "export { one } from './orders/index.js';\n",
        'src/shop/orders/index.ts': "export { one } from './one.js';\n",
        'src/shop/orders/one.ts':
          "import { poll } from '../polling/index.js';\n/** One. */\nexport const one = () => poll;\nexport function two() {\n  return 2;\n}\n",
        'src/shop/polling/index.ts': "import '../orders/one.js';\nexport const poll = 1;\n",
        'src/shop/orders/one.spec.ts': 'export const spec = 1;\n',
        'test/x.ts': 'export const x = 1;\n',
      }),
    );

    expect(measured).toMatchObject({
      files: { count: 4, median: 1, ninety: 6, longest: 6 },
      functions: { count: 2, median: 1, ninety: 3, longest: 3 },
      exports: { count: 3, documented: 1 },
      cycles: 1,
      levels: { shop: { places: 3, arrows: 3, upwards: 1 } },
    });
  });
});
