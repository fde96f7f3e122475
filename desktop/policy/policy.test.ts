import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeAnswer } from './answers.ts';
import { bundlePath, isPlainFileName, mayImport, maySave } from './files.ts';
import { mayCall, mayFrame, mayUsePermission, judgeNavigation } from './permissions.ts';
import { apiPath, claimOfLink, isOwnPage, mayOpenOutside, picturePath, serverOrigin } from './urls.ts';

describe('file names', () => {
  it.each([
    '../../x',
    '..\\x.csv',
    '/etc/passwd',
    'C:\\x.csv',
    'C:x.csv',
    '\\\\host\\share.csv',
    'CON.csv',
    'con.csv',
    'nul',
    'LPT1.csv',
    'com¹.csv',
    'a.csv.',
    'a.csv ',
    '.bashrc',
    'a\0.csv',
    'a\u202evsc.exe',
    'a.csv:stream',
    '',
    'x'.repeat(151),
  ])('rejects %j', (name) => expect(maySave(name)).toBe(false));
  it.each(['listings.csv', 'Report 2025-03-01.pdf', 'refused rows (37).csv', 'Würzburg.csv', 'console.csv'])(
    'accepts %j',
    (name) => expect(maySave(name)).toBe(true),
  );
  it('rejects executable files', () => {
    for (const name of ['a.exe', 'a.html', 'a.lnk', 'a.desktop', 'a.command', 'a', 'csv'])
      expect(maySave(name)).toBe(false);
  });
  it('never accept a path separator', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (name) => !isPlainFileName(name) || !/[/\\:\0]/.test(name)));
  });
  it('allow text files, workbooks, and the registry’s zip files for import', () => {
    expect(mayImport('/home/a/list.CSV')).toBe(true);
    expect(mayImport('/home/a/list.xlsx')).toBe(true);
    expect(mayImport('/home/a/NPPES_Data_Dissemination_November_2026.zip')).toBe(true);
    expect(mayImport('/home/a/list.csv\0.exe')).toBe(false);
    expect(mayImport('/home/a/list.xlsm')).toBe(false);
    expect(mayImport('/home/a/list.pdf')).toBe(false);
  });
  it('keep paths inside the bundle', () => {
    expect(bundlePath('/assets/index-abc.js')).toBe('assets/index-abc.js');
    for (const path of ['/../x', '/a/../../x', '/.env', '/a/%2e%2e/x', '/a\\..\\x', 'x'])
      expect(bundlePath(path), path).toBeNull();
  });
});

describe('addresses', () => {
  it('recognizes only the console’s own page', () => {
    expect(isOwnPage('app://enamel/index.html#/admin')).toBe(true);
    for (const url of [
      'app://enamel.evil/',
      'app://evil/',
      'https://enamel/',
      'app://enamel@evil/',
      'app://user@enamel/',
      'app://enamel:8080/',
      'about:blank',
      'data:text/html,x',
      'file:///x',
      '',
    ])
      expect(isOwnPage(url), url).toBe(false);
  });
  it('requires https for servers on other computers', () => {
    expect(serverOrigin(' enamel.example.com ')).toEqual({ ok: true, origin: 'https://enamel.example.com' });
    expect(serverOrigin('http://localhost:3000')).toEqual({ ok: true, origin: 'http://localhost:3000' });
    expect(serverOrigin('http://127.0.0.1:3000/')).toEqual({ ok: true, origin: 'http://127.0.0.1:3000' });
    expect(serverOrigin('https://enamel.example.com/admin?tab=claims#1')).toEqual({
      ok: true,
      origin: 'https://enamel.example.com',
    });
    for (const typed of [
      '',
      'http://enamel.example.com',
      'http://localhost.evil.com',
      'https://a:b@example.com',
      'ftp://example.com',
      'javascript:alert(1)',
      'file:///etc/passwd',
      'https://',
      'a b',
    ])
      expect(serverOrigin(typed).ok, typed).toBe(false);
  });
  it('opens only https, mailto, and tel links outside', () => {
    expect(mayOpenOutside('https://example.com/x')).toBe(true);
    expect(mayOpenOutside('mailto:a@example.com')).toBe(true);
    for (const url of [
      'http://example.com',
      'file:///etc/passwd',
      'smb://host/x',
      'javascript:alert(1)',
      'ms-msdt:/id',
      'enamel://claim/1',
      'https://a:b@example.com',
    ])
      expect(mayOpenOutside(url), url).toBe(false);
  });
  it('reads claim links', () => {
    expect(claimOfLink('enamel://claim/42')).toBe(42);
    for (const link of ['enamel://claim/0', 'enamel://claim/1/../2', 'enamel://claim/1?x', 'enamel://other/1', 'x'])
      expect(claimOfLink(link), link).toBeNull();
  });
  it('keeps calls inside /api', () => {
    const of = (path: string) => apiPath(new URL(path, 'app://enamel'));
    expect(of('/api/auth/me?x=1')).toBe('/api/auth/me?x=1');
    for (const path of ['/api/../readyz', '/api/%2e%2e/readyz', '/api/a%2Fb', '/api//evil.com', '/apix', '/'])
      expect(of(path), path).toBeNull();
  });
  it('keeps pictures inside /media', () => {
    const of = (path: string) => picturePath(new URL(path, 'app://enamel'));
    const picture = `/media/${'0f'.repeat(20)}`;
    expect([of(picture), of(`${picture}/400?x=1`)]).toEqual([picture, `${picture}/400`]);
    for (const path of [
      '/media/',
      '/media/x',
      `${picture}/../x`,
      `${picture}%2f400`,
      `${picture}/400/x`,
      `/x${picture}`,
    ])
      expect(of(path), path).toBeNull();
  });
});

describe('permissions', () => {
  it('lets only the console’s page copy text', () => {
    expect(mayUsePermission('clipboard-sanitized-write', 'app://enamel/')).toBe(true);
    expect(mayUsePermission('clipboard-sanitized-write', 'https://evil.example')).toBe(false);
    for (const permission of ['media', 'geolocation', 'notifications', 'midi', 'clipboard-read', 'openExternal', 'hid'])
      expect(mayUsePermission(permission, 'app://enamel/')).toBe(false);
  });
  it('allows frames only for the page’s own documents and the PDF viewer', () => {
    expect(mayFrame('blob:app://enamel/0f8fad5b-d9cb-469f-a165-70867728950e#view=FitH')).toBe(true);
    for (const url of [
      'blob:null/1',
      'blob:https://evil.example/1',
      'blob:app://enamel.evil/1',
      'chrome-extension://x/',
    ])
      expect(mayFrame(url), url).toBe(false);
  });
  it('answers calls only from the main frame of the console’s window', () => {
    const good = { url: 'app://enamel/', isMainFrame: true, isOurWindow: true };
    expect(mayCall(good)).toBe(true);
    expect(mayCall(null)).toBe(false);
    expect(mayCall({ ...good, isMainFrame: false })).toBe(false);
    expect(mayCall({ ...good, isOurWindow: false })).toBe(false);
    expect(mayCall({ ...good, url: 'https://evil.example/' })).toBe(false);
  });
  it('blocks navigation and new windows', () => {
    expect(judgeNavigation('app://enamel/index.html', false, mayOpenOutside)).toBe('stay');
    expect(judgeNavigation('app://enamel/index.html', true, mayOpenOutside)).toBe('deny');
    expect(judgeNavigation('http://example.com', false, mayOpenOutside)).toBe('deny');
    expect(judgeNavigation('https://example.com', true, mayOpenOutside)).toBe('outside');
    expect(judgeNavigation('javascript:alert(1)', false, mayOpenOutside)).toBe('deny');
  });
});

describe('server responses', () => {
  it('must be data, not pages or redirects', () => {
    expect(judgeAnswer(200, 'application/json; charset=utf-8').ok).toBe(true);
    expect(judgeAnswer(503, 'application/json').ok).toBe(true);
    expect(judgeAnswer(200, 'text/csv').ok).toBe(true);
    expect(judgeAnswer(204, null).ok).toBe(true);
    for (const type of ['text/html', 'application/xhtml+xml', 'image/svg+xml', 'text/javascript', null])
      expect(judgeAnswer(200, type).ok, String(type)).toBe(false);
    for (const status of [301, 302, 307, 308]) expect(judgeAnswer(status, 'application/json').ok).toBe(false);
  });
});
