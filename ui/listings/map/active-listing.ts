import { useEffect } from 'react';
import { create } from 'zustand';

/** The listings that the visitor points at or has focused, in the list or on the map. */
export const useActiveIds = create<{ ids: readonly number[] }>(() => ({ ids: [] }));

const setActive = (ids: readonly number[]): void => {
  if (useActiveIds.getState().ids.join() !== ids.join()) useActiveIds.setState({ ids });
};

const findList = (): Element | null => document.querySelector('[data-results]');

/** Connects the cards of the list with the pins. The list needs no script for it, only its cards in the order of `ids`. */
export function useLinkedCards(ids: readonly number[]): void {
  useEffect(() => {
    const findIds = (target: EventTarget | null): readonly number[] => {
      if (!(target instanceof Element)) return [];
      const pin = target.closest('[data-pin]');
      if (pin) return pin.getAttribute('data-pin')!.split(' ').map(Number);
      const list = target.closest('[data-results]');
      const index = list ? [...list.children].findIndex((card) => card.contains(target)) : -1;
      const id = ids[index];
      return id === undefined ? [] : [id];
    };
    const listen = ({ target }: Event) => setActive(findIds(target));
    const events = ['pointerover', 'focusin'] as const;
    for (const event of events) document.addEventListener(event, listen);
    const stop = useActiveIds.subscribe((state) => {
      for (const [index, card] of [...(findList()?.children ?? [])].entries())
        card.toggleAttribute('data-active', state.ids.includes(ids[index]!));
    });
    return () => {
      for (const event of events) document.removeEventListener(event, listen);
      stop();
      setActive([]);
    };
  }, [ids]);
}
