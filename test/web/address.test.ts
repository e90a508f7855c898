import { expect, test } from 'vitest';
import { isPublic } from '../../src/web/address.ts';
import { createWeb } from '../../src/web/web.ts';
import { never } from './served.ts';

test.each([
  ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.0.9', '169.254.169.254', '172.16.0.1'],
  ...[
    '172.31.255.255',
    '192.0.0.8',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '239.1.1.1',
    '255.255.255.255',
  ],
  ...[
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:808:808',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fd12::1',
  ],
  ...['fe80::1', 'fe80::1%eth0', 'ff02::1', '2001::1', '2001:db8::1', '2002:7f00:1::1', 'localhost', ''],
])('%s is not public', (address) => {
  expect(isPublic(address)).toBe(false);
});

test.each([
  '8.8.8.8',
  '100.63.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '93.184.215.14',
  '2606:4700::1111',
  '2a00:1450::1',
])('%s is public', (address) => {
  expect(isPublic(address)).toBe(true);
});

const web = createWeb({ searchUrl: '' });

test.each([
  ...['http://127.0.0.1/', 'http://127.1/', 'http://0x7f.0.0.1/', 'http://2130706433/', 'http://0177.0.0.1/'],
  ...['http://[::1]/', 'http://[::ffff:127.0.0.1]/', 'http://169.254.169.254/latest/', 'https://10.0.0.1/'],
])('%s is refused before anything is connected, however it is written', async (url) => {
  await expect(web.read(url, never)).rejects.toMatchObject({ code: 'private_address' });
});

test.each([
  ...['file:///etc/passwd', 'ftp://example.com/', 'data:text/html,hello', 'javascript:1', 'nothing', ''],
  ...[
    'http://name:secret@example.com/',
    'http://name@example.com/',
    'http://example.com:22/',
    'https://example.com:80/',
  ],
  `http://example.com/${'a'.repeat(3000)}`,
])('%s is no address of a page', async (url) => {
  await expect(web.read(url, never)).rejects.toMatchObject({ code: 'bad_url' });
});

test('a password in an address is not repeated', async () => {
  await expect(web.read('http://name:secret@example.com/', never)).rejects.not.toThrow('secret');
});
