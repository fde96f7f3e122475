import { cx } from '#ui/kit/cx.ts';
import { fullName, placeOf } from '../listing.ts';
import { useActiveIds } from './active-listing.ts';
import type { Pin, PinGroup } from './group-pins.ts';
import css from './MapPins.module.css';

const describePin = ({ listing, number }: Pin): string =>
  [
    `${number}. ${fullName(listing)}`,
    listing.why.paid && 'sponsored',
    listing.rating !== null && `rated ${listing.rating.toFixed(1)}`,
    placeOf(listing),
  ]
    .filter(Boolean)
    .join(', ');

interface MapPinsProps {
  groups: readonly PinGroup[];
  openIds: readonly number[];
  onOpen: (group: PinGroup) => void;
  onClose: () => void;
}

/** A button per result, with its number on the page. Results that would cover each other share a button with their count. */
export function MapPins({ groups, openIds, onOpen, onClose }: MapPinsProps) {
  const activeIds = useActiveIds(({ ids }) => ids);
  return groups.map((group) => {
    const { pins, at } = group;
    const ids = pins.map(({ listing }) => listing.id);
    const isOpen = ids.some((id) => openIds.includes(id));
    const isActive = isOpen || ids.some((id) => activeIds.includes(id));
    const isGroup = pins.length > 1;
    return (
      <button
        key={ids[0]}
        type="button"
        data-pin={ids.join(' ')}
        data-active={isActive || undefined}
        aria-expanded={isOpen}
        aria-label={
          isGroup ? `${pins.length} practices here: ${pins.map(describePin).join('; ')}` : describePin(pins[0]!)
        }
        className={cx(
          css.pin,
          isGroup && css.group,
          pins.every(({ isApproximate }) => isApproximate) && css.approximate,
        )}
        style={{ transform: `translate(${at.x}px, ${at.y}px)` }}
        onClick={() => (isOpen ? onClose() : onOpen(group))}
      >
        <svg viewBox="0 0 32 40" aria-hidden="true">
          {isGroup ? (
            <circle cx="16" cy="24" r="14" />
          ) : (
            <path d="M16 39C16 39 3 24.5 3 15A13 13 0 0 1 29 15C29 24.5 16 39 16 39Z" />
          )}
          <text x="16" y={isGroup ? 28.5 : 20}>
            {isGroup ? `×${pins.length}` : pins[0]!.number}
          </text>
        </svg>
      </button>
    );
  });
}
