import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { ListingSection } from './ListingSections.tsx';

/** The open sections: at first that of the hash, and those whose unsaved changes are back. */
export function useOpenSections(sections: readonly ListingSection[], changedFields: readonly string[]) {
  const { hash } = useLocation();
  const named = sections.find(({ id }) => `#${id}` === hash)?.id;
  const restored = sections
    .filter(({ fields }) => fields.some((field) => changedFields.includes(field)))
    .map(({ id }) => id);
  const [openIds, setOpenIds] = useState<readonly string[]>(() => [...restored, ...(named ? [named] : [])]);
  const [openedId, setOpenedId] = useState<string | undefined>(restored[0] ?? named);
  const [seenHash, setSeenHash] = useState(hash);
  const openOne = (id: string) => {
    setOpenIds((previous) => [...previous.filter((other) => other !== id), id]);
    setOpenedId(id);
  };
  if (hash !== seenHash) {
    setSeenHash(hash);
    if (named) openOne(named);
  }
  return {
    openIds,
    setOpenIds,
    /** The section that was opened by itself, which takes the focus. */
    openedId,
    openOne,
  };
}
