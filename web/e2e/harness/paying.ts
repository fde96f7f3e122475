import { open, type Page, type Person } from './fixtures.ts';

export const plan = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Complete Your Subscription' });
export async function fillCard(page: Page, number: string, form = dialog(page)) {
  await form.getByLabel('Card number').fill(number);
  await form.getByLabel('Expiry date').fill('12/34');
  await form.getByLabel('Security code').fill('123');
  await form.getByRole('button', { name: /^Pay / }).click();
}
export async function choose(page: Page, name: string) {
  await open(page, '/pricing');
  await plan(page, name)
    .getByRole('button', { name: `Choose ${name}` })
    .click();
}

/** Pays for Professional as the browser's payment form does. */
export async function payForPlan(page: Page, { token }: Person): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const { publishableKey } = (await (await page.request.get('/api/billing/catalogue')).json()) as {
    publishableKey: string;
  };
  const started = await page.request.post('/api/get-or-create-subscription', {
    headers,
    data: { priceId: 'price_sandbox_professional_monthly' },
  });
  const { clientSecret, subscriptionId } = (await started.json()) as { clientSecret: string; subscriptionId: string };
  await page.request.post(`/stripe-sandbox/v1/payment_intents/${clientSecret.split('_secret_')[0]}/confirm`, {
    form: {
      key: publishableKey,
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242 4242 4242 4242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2034',
      'payment_method_data[card][cvc]': '123',
    },
  });
  await page.request.post('/api/confirm-payment', { headers, data: { subscriptionId } });
}
