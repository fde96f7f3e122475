// Fills the form of /api/docs from the OpenAPI file, and sends the call that it describes.
const find = (id) => document.getElementById(id);
const element = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};
/** Longer replies are cut, because a page can't show a whole directory. */
const SHOWN = 20_000;

const calls = new Map();
fetch('/api/docs.json')
  .then((response) => response.json())
  .then(({ paths }) => {
    for (const [path, methods] of Object.entries(paths))
      for (const [method, operation] of Object.entries(methods))
        if (operation['x-scope'])
          calls.set(operation.operationId, { path, method: method.toUpperCase(), ...operation });
    for (const [id, { method, path, summary }] of [...calls].sort(([, a], [, b]) => (a.path < b.path ? -1 : 1)))
      find('try-call').append(element('option', { value: id, title: summary }, `${method} ${path}`));
    find('try-call').value = 'getV1Practices';
    showFields();
    find('try-send').disabled = false;
  })
  .catch(() => find('try-result').replaceChildren('We couldn’t load the list of calls. Please reload the page.'));

function showFields() {
  const { summary, parameters, requestBody, 'x-scope': scope } = calls.get(find('try-call').value);
  const fields = parameters.map(({ name, required, in: place }) =>
    element(
      'label',
      {},
      `${name}${required ? '' : ' (optional)'}`,
      element('input', { name, required, spellcheck: false, className: place }),
    ),
  );
  const body = requestBody?.content['application/json']
    ? [element('label', {}, 'Body, as JSON', element('textarea', { name: 'body', rows: 6, className: 'body' }))]
    : [];
  find('try-fields').replaceChildren(element('p', {}, `${summary}. Scope: ${scope}.`), ...fields, ...body);
}

function describeCall() {
  const { path, method } = calls.get(find('try-call').value);
  const inputs = [...find('try-fields').querySelectorAll('input, textarea')].filter(({ value }) => value !== '');
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, value, className } of inputs)
    if (className === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    else if (className === 'query') query.set(name, value);
  const body = inputs.find(({ className }) => className === 'body')?.value;
  return { url: `${filled}${query.size > 0 ? `?${query}` : ''}`, method, body };
}

async function send() {
  const { url, method, body } = describeCall();
  const key = find('try-key').value.trim();
  const response = await fetch(url, {
    method,
    credentials: 'omit',
    headers: {
      ...(key && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body,
  });
  const headers = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after', 'etag', 'x-as-of']
    .filter((name) => response.headers.has(name))
    .map((name) => `${name}: ${response.headers.get(name)}`);
  let text = await response.text();
  if (response.headers.get('content-type')?.startsWith('application/json'))
    text = JSON.stringify(JSON.parse(text), null, 2);
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}\n… ${text.length - SHOWN} more characters` : text;
  const data =
    body === undefined ? '' : ` -H 'Content-Type: application/json' -d '${body.replaceAll("'", String.raw`'\''`)}'`;
  const command = `curl ${method === 'GET' ? '' : `-X ${method} `}-H 'Authorization: Bearer enk_…'${data} '${location.origin}${url}'`;
  find('try-result').replaceChildren(
    element('pre', {}, command),
    element('p', {}, element('strong', {}, String(response.status)), ` ${headers.join(' · ')}`),
    element('pre', { tabIndex: 0 }, shown),
  );
}

find('try-call').addEventListener('change', showFields);
find('try-form').addEventListener('submit', (event) => {
  event.preventDefault();
  send().catch((error) => find('try-result').replaceChildren(element('p', {}, `The call failed: ${error.message}`)));
});
