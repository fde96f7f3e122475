import { cleanup } from '@testing-library/react';
import { afterEach, expect } from 'vitest';

// Test files of a worker share a document, so elements that one leaves behind could be found by the next.
afterEach(() => {
  if (typeof document === 'undefined') return;
  cleanup();
  const leftElements = document.body.innerHTML;
  document.body.replaceChildren();
  expect(leftElements, 'Elements that the test left in the document').toBe('');
});
