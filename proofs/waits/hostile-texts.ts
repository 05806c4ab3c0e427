/** Texts that keep a careless program busy for long, each of about the requested length. */
export const HOSTILE_TEXTS: Readonly<Record<string, (units: number) => string>> = {
  'combining accents': (units) => `a${'\u0301\u0316\u0327'.repeat(units / 3)}`,
  'a host of accents': (units) => `https://a${'\u0301\u0316'.repeat(units / 2)}.example/`,
  'an address of accents': (units) => `a${'\u0316\u0301'.repeat(units / 2)}@example.com`,
  'quotes and backslashes': (units) => `"${'\\"'.repeat(units / 2)}`,
  'brackets within brackets': (units) => '['.repeat(units),
  'open tags': (units) => '<a '.repeat(units / 3),
  digits: (units) => '4'.repeat(units),
  'digits and dashes': (units) => '4-'.repeat(units / 2),
  'halves of pairs': (units) => '\ud83e'.repeat(units),
  'faces in pairs': (units) => '🦊'.repeat(units / 2),
  blanks: (units) => ' '.repeat(units),
  'dots and letters': (units) => 'a.'.repeat(units / 2),
  'percent signs': (units) => '%25'.repeat(units / 3),
}
