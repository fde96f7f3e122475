import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const importReviews = endpoint('POST', '/api/admin/reviews/import', {
  summary:
    'Import a CSV file of exported reviews (multipart, field csvFile) into a directory without reviews. If a row is bad, nothing is imported, and fields name each line with its reason',
  rawBody: 'multipart/form-data',
  reply: z.object({ imported: z.int() }),
  errors: { not_empty: 409, not_reviews: 422, bad_rows: 422, not_csv: 422, empty_file: 422 },
});

export const removeImportedReviews = endpoint('DELETE', '/api/admin/reviews/import', {
  summary: 'Undo an import of reviews: delete all imported reviews with the replies to them. Others stay',
  reply: z.object({ removed: z.int() }),
});
