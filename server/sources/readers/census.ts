import type { Reader } from './reader.ts';

const columns = ['id', 'input', 'match', 'exactness', 'matched', 'point', 'line', 'side'];

/** The reply to a batch, which has no header. Rows without a match have three cells. */
export const censusReader: Reader = {
  header: columns.join(','),
  needs: ['id', 'input', 'match'],
  about: 'listing',
  read(cell) {
    const [lng, lat] = cell('point').split(',');
    const isMatch = cell('match').toLowerCase() === 'match' && lat !== undefined && lng !== '';
    if (!/^\d+$/.test(cell('id')) || !isMatch) return null;
    return {
      // An address that has changed since the batch was written has another point.
      candidate: { id: cell('id'), address: cell('input') },
      values: { lat, lng: lng!, pointExactness: cell('exactness').toLowerCase() === 'exact' ? 'address' : 'street' },
    };
  },
};
