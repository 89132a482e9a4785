/** What someone would have the sandbox's sender connect to: every kind of address, and every way of writing it. */

/** One thing that is tried. */
export interface Vector {
  /** What it is, or how it hides. */
  readonly kind: string;
  readonly text: string;
}

type Table = readonly (readonly [kind: string, texts: readonly string[]])[];

const vectorsOf = (table: Table): readonly Vector[] =>
  table.flatMap(([kind, texts]) => texts.map((text) => ({ kind, text })));

/** Hosts, as a URL writes them; what they are read as is what a resolver answers with. */
export const FORBIDDEN_HOSTS: readonly Vector[] = vectorsOf([
  ['private, class A', ['10.0.0.1', '10.255.255.255', '0x0a.0.0.1', '012.0.0.1', '167772161', '10.1']],
  ['private, class B', ['172.16.0.1', '172.31.255.254', '2886729729', '0254.020.1']],
  ['private, class C', ['192.168.0.1', '0xc0a80001', '0300.0250.0.1', '192.168.257']],
  [
    'link-local, with the metadata of clouds',
    ['169.254.169.254', '2852039166', '0xa9fea9fe', '[fe80::1]', '[febf::1]'],
  ],
  ['metadata of clouds elsewhere', ['100.100.100.200', '168.63.129.16', '192.0.0.192', '[fd00:ec2::254]']],
  ['shared by carriers', ['100.64.0.1', '100.127.255.254']],
  ['this network', ['0.0.0.0', '0', '0x0', '0.1.2.3', '[::]']],
  ['for protocols', ['192.0.0.1', '192.0.0.170', '192.88.99.1', '[100::1]', '[5f00::1]']],
  ['for measurements', ['198.18.0.1', '198.19.255.254', '[2001:2::1]']],
  ['for documentation', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '[2001:db8::1]', '[3fff::1]']],
  ['multicast', ['224.0.0.1', '239.255.255.250', '[ff02::1]', '[ff05::1:3]']],
  ['reserved and broadcast', ['240.0.0.1', '255.255.255.255', '4294967295', '0xffffffff']],
  ['unique local', ['[fc00::1]', '[fd12:3456::1]']],
  ['site-local of old', ['[fec0::1]']],
  ['IPv4 mapped into IPv6', ['[::ffff:10.0.0.1]', '[::ffff:a9fe:a9fe]', '[::ffff:0.0.0.0]', '[0:0:0:0:0:ffff:c0a8:1]']],
  ['IPv4 compatible IPv6', ['[::10.0.0.1]', '[::127.0.0.1]', '[::ffff:0:127.0.0.1]']],
  ['behind NAT64', ['[64:ff9b::10.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::a00:1]', '[64:ff9b:1:ffff::7f00:1]']],
  ['6to4', ['[2002:7f00:1::]', '[2002:a00:1::1]', '[2002:a9fe:a9fe::1]']],
  ['Teredo', ['[2001:0:7f00:1::]', '[2001:0:4136:e378:8000:63bf:80ff:fffe]']],
  ['ISATAP', ['[fe80::5efe:10.0.0.1]', '[2001:db8::200:5efe:127.0.0.1]']],
  ['beside loopback', ['126.255.255.255', '128.0.0.1', '[::2]', '[::ffff:128.0.0.1]', '[1::1]', '[::1:1]']],
  ['public', ['1.1.1.1', '8.8.8.8', '[2606:4700:4700::1111]']],
]);

/** Whole URLs that hide where they lead, or that are none of http; some are not even taken into an order. */
export const DISGUISED_URLS: readonly Vector[] = vectorsOf([
  ['a dot at the end', ['http://10.0.0.1./', 'http://0xa9.0xfe.0xa9.0xfe./']],
  [
    'percent-encoding',
    ['http://%31%30.0.0.1/', 'http://10%2e0%2e0%2e1/', 'http://169.254.169.254%00/', 'http://%5bfe80::1%5d/'],
  ],
  [
    'digits of other scripts',
    ['http://１０.0.0.1/', 'http://①⓪.0.0.1/', 'http://𝟏𝟎.0.0.1/', 'http://⑩.0.0.1/', 'http://1۰.0.0.1/'],
  ],
  ['dots of other scripts', ['http://10。0。0。1/', 'http://10．0．0．1/', 'http://169｡254｡169｡254/']],
  ['letters that are not seen', ['http://10.0\u00ad.0.1/', 'http://10.0\u200b.0.1/', 'http://10.0.\u20600.1/']],
  [
    'spelling of numbers',
    ['http://10.0.0.0x1/', 'http://10.0.0.00000001/', 'http://0251.0376.0xa9.254/', 'http://256.0.0.1/'],
  ],
  [
    'white space',
    [
      'http://\t10.0.0.1/',
      'http://10.0.\n0.1/',
      '  http://10.0.0.1/',
      'ht\ntp://10.0.0.1/',
      'http://127.0.0.1 .10.0.0.1/',
    ],
  ],
  [
    'user names',
    [
      'http://127.0.0.1@10.0.0.1/',
      'http://127.0.0.1:80@10.0.0.1/',
      'http://localhost%2f@10.0.0.1/',
      'http://@10.0.0.1/',
      'http://:@10.0.0.1/',
    ],
  ],
  [
    'backslashes',
    ['http://10.0.0.1\\@127.0.0.1/', 'http://10.0.0.1\\.localhost/', 'http:\\\\10.0.0.1/', 'http://\\10.0.0.1/'],
  ],
  ['slashes', ['http:10.0.0.1/', 'http:/10.0.0.1/', 'http:///10.0.0.1/', '//10.0.0.1/', '/hook']],
  [
    'fragments and queries',
    ['http://10.0.0.1#@127.0.0.1/', 'http://10.0.0.1?.localhost', 'http://10.0.0.1/?http://127.0.0.1/'],
  ],
  ['zones', ['http://[fe80::1%25eth0]/', 'http://[fe80::1%eth0]/', 'http://[::1%251]/']],
  [
    'ports',
    [
      'http://10.0.0.1:0/',
      'http://10.0.0.1:22/',
      'https://10.0.0.1:6379/',
      'http://10.0.0.1:65535/',
      'http://10.0.0.1:99999/',
      'http://10.0.0.1:/',
    ],
  ],
  [
    'other schemes',
    [
      'ftp://127.0.0.1/',
      'file:///etc/passwd',
      'gopher://127.0.0.1:6379/_x',
      'data:text/plain,OK',
      'unix:/var/run/x.sock',
      'ws://127.0.0.1/',
      'javascript:0',
      'blob:http://127.0.0.1/x',
      'HTTPX://127.0.0.1/',
    ],
  ],
]);

/** What the rules of the service itself refuse (spec §6); asked of a sandbox that keeps to them. */
export const LIVE_URLS: readonly Vector[] = vectorsOf([
  ['a port', ['https://shop.example:443/hook', 'https://shop.example:8443/hook', 'https://shop.example:/hook']],
  [
    'a letter out of the alphabet',
    [
      'https://shop.example/h?a=1',
      'https://shop.example/h%20k',
      'https://shop.example/~a',
      'https://bücher.example/',
      'https://shop。example/',
    ],
  ],
  ['no https', ['http://shop.example/hook']],
  [
    'no public host',
    [
      'https://localhost/',
      'https://localhost./',
      'https://127.0.0.1/',
      'https://10.0.0.1/',
      'https://172.20.0.1/',
      'https://192.168.0.1/',
      'https://169.254.169.254/',
      'https://100.64.0.1/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://0/',
      'https://shop.internal/',
      'https://[::1]/',
    ],
  ],
]);

/** Allowed hosts that could be taken for more than one name each, and must not be. */
export const BROAD_ALLOWANCES: readonly string[] = [
  '*',
  '',
  '10',
  '0.0.0.0/0',
  '10.0.0.0/8',
  '::/0',
  '*.*',
  '.',
  'http://10.0.0.1',
  '10.0.0.1:80',
];

/** Names that resemble the one that is allowed, `shop.example`, or an address; each leads elsewhere. */
export const RESEMBLING_NAMES: readonly Vector[] = vectorsOf([
  [
    'resembles an allowed host',
    [
      'a.shop.example',
      'xshop.example',
      'shop.example.evil.example',
      'shop.example.',
      'shop-example',
      'shop.examp1e',
      'localhost',
      'localhost.shop.example',
    ],
  ],
  [
    'resembles an address',
    ['10.0.0.1..', '127.0.0.1..', '127.0.0.1.evil.example', '10-0-0-1.example', 'x127.0.0.1.example'],
  ],
]);

/** How this machine may be written: the attack proves nothing when these are not reached. */
export const LOOPBACK_HOSTS: readonly string[] = [
  '127.0.0.1',
  'localhost',
  'LOCALHOST',
  '127.1',
  '0x7f.1',
  '2130706433',
  '017700000001',
  '127.0.0.1.',
  '１２７.0.0.1',
  '[::ffff:127.0.0.1]',
];

/** What a resolver says at each connection, and what is reached then. */
export interface Rebinding {
  readonly kind: string;
  readonly answers: readonly (readonly string[])[];
  readonly reached: readonly ('reached 127.0.0.1' | 'DESTINATION_BLOCKED')[];
}

/** Names that lead elsewhere from one connection to the next, and names that lead to several places at once. */
export const REBINDINGS: readonly Rebinding[] = [
  {
    kind: 'this machine, then elsewhere',
    answers: [['127.0.0.1'], ['169.254.169.254'], ['127.0.0.1'], ['10.0.0.1']],
    reached: ['reached 127.0.0.1', 'DESTINATION_BLOCKED', 'reached 127.0.0.1', 'DESTINATION_BLOCKED'],
  },
  {
    kind: 'public, then private',
    answers: [['1.1.1.1'], ['192.168.0.1']],
    reached: ['DESTINATION_BLOCKED', 'DESTINATION_BLOCKED'],
  },
  {
    kind: 'public, then this machine',
    answers: [['8.8.8.8'], ['127.0.0.1']],
    reached: ['DESTINATION_BLOCKED', 'reached 127.0.0.1'],
  },
  {
    kind: 'public and private at once',
    answers: [
      ['1.1.1.1', '10.0.0.1'],
      ['10.0.0.1', '1.1.1.1'],
    ],
    reached: ['DESTINATION_BLOCKED', 'DESTINATION_BLOCKED'],
  },
  {
    kind: 'private of both families',
    answers: [
      ['10.0.0.1', 'fd00::1'],
      ['fe80::1', '169.254.169.254'],
    ],
    reached: ['DESTINATION_BLOCKED', 'DESTINATION_BLOCKED'],
  },
  {
    kind: 'IPv4 in IPv6',
    answers: [['::ffff:10.0.0.1'], ['64:ff9b::7f00:1']],
    reached: ['DESTINATION_BLOCKED', 'DESTINATION_BLOCKED'],
  },
  { kind: 'nothing at all', answers: [[]], reached: ['DESTINATION_BLOCKED'] },
  { kind: 'no address', answers: [['shop.example'], ['']], reached: ['DESTINATION_BLOCKED', 'DESTINATION_BLOCKED'] },
];
