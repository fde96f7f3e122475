import { testApp } from '../app.ts';
import { pdfUrl } from '../files/documents.ts';

const form = {
  requestorName: 'Ana Silva',
  requestorEmail: 'ana@silvadental.example',
  requestorPhone: '(512) 555-0142',
  relationshipToPractice: 'owner',
};
export const license = pdfUrl();

export type Claimants = Awaited<ReturnType<typeof claimants>>;

/** Starts a server with an administrator and listings, and returns helpers to claim them. */
export async function claimants() {
  const app = await testApp({ now: '2025-03-03T15:00:00Z' });
  const admin = await app.signIn({ role: 'admin', name: 'Staff' });
  return {
    app,
    admin,
    form,
    async listing(values: Record<string, unknown> = {}): Promise<number> {
      const [row] = await app.deps
        .db('dentists')
        .insert({
          name: 'Dr. Ana Silva',
          phone: '512-555-0142',
          address: '1 Elm St',
          city: 'Austin',
          state: 'TX',
          zipCode: '78701',
          ...values,
        })
        .returning('id');
      return row.id;
    },
    claim: (id: number, token: string, values: object = {}) =>
      app.post(`/api/dentists/${id}/claim-request`, { ...form, ...values }, { token }),
  };
}
