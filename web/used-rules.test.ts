import { describe, expect, it } from 'vitest';
import { findClasses, usedRules } from './used-rules.ts';

const used = findClasses('<p class="a b">A “class="z"”<svg class="icon"></svg></p>');

describe('the rules that a document uses', () => {
  it.each([
    [
      'keeps rules whose classes are all in the document',
      '.a{x:1}.a .b{x:2}.icon:hover{x:3}',
      '.a{x:1}.a .b{x:2}.icon:hover{x:3}',
    ],
    ['leaves out rules of other classes', '.c{x:1}.a .c{x:2}.a.c{x:3}', ''],
    ['keeps the used selectors of a list', '.c,.a:is(.b,.c),.c .a{x:1}', '.a:is(.b,.c){x:1}'],
    [
      'keeps a rule that excludes a missing class',
      '.a:not(.c){x:1}.a:has(.c:hover){x:2}',
      '.a:not(.c){x:1}.a:has(.c:hover){x:2}',
    ],
    [
      'keeps rules without classes',
      ':root{--b:1}h1,p>a{x:1}[data-open]{x:2}',
      ':root{--b:1}h1,p>a{x:1}[data-open]{x:2}',
    ],
    ['looks into conditions', '@media print{.a{x:1}.c{x:2}@supports (y:1){.c{x:3}}}', '@media print{.a{x:1}}'],
    ['leaves out empty conditions', '@layer kit{.c{x:1}}', ''],
    [
      'keeps statements, fonts, and animations',
      '@layer base,kit;@font-face{src:url(a.woff2)}@keyframes c{0%{x:1}to{x:2}}',
      '@layer base,kit;@font-face{src:url(a.woff2)}@keyframes c{0%{x:1}to{x:2}}',
    ],
    [
      'reads texts with braces',
      '.a:before{content:"}.c{"}.c:before{content:"\\"}"}.b{x:1}',
      '.a:before{content:"}.c{"}.b{x:1}',
    ],
  ])('%s', (_, sheet, rules) => {
    expect(usedRules(sheet).write(used)).toBe(rules);
  });
});
