import type { Section } from '../support/rule.types.js';
import { section1 } from './section-1.cases.js';
import { section2 } from './section-2.cases.js';
import { section3 } from './section-3.cases.js';
import { section4 } from './section-4.cases.js';
import { section5 } from './section-5.cases.js';
import { section6 } from './section-6.cases.js';
import { section7 } from './section-7.cases.js';
import { section8 } from './section-8.cases.js';
import { section9 } from './section-9.cases.js';

/** The specification, section by section. */
export const SECTIONS: readonly Section[] = [
  section1,
  section2,
  section3,
  section4,
  section5,
  section6,
  section7,
  section8,
  section9,
];
