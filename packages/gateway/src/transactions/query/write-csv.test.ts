import { expect, it } from 'vitest'

import { csvLine } from './write-csv.ts'

it.each([
  [['a', 1, null], '"a",1,\r\n'],
  [['a,b', 'say "hi"', 'two\nlines'], '"a,b","say ""hi""","two\nlines"\r\n'],
  [['a;=1+1', ''], '"a;=1+1",""\r\n'],
  [['=1+1', '+1', '-1', '@SUM(A1)'], `"'=1+1","'+1","'-1","'@SUM(A1)"\r\n`],
  [['＝1', '＋1', '－1', '＠SUM(A1)'], `"'＝1","'＋1","'－1","'＠SUM(A1)"\r\n`],
  [['\t=1', '\r=1', '\n=1', '\tx'], `"'\t=1","'\r=1","'\n=1","'\tx"\r\n`],
  [[' =1', '\u{a0}＝1', '\u{3000}@A', '\u{feff}=1'], `"' =1","'\u{a0}＝1","'\u{3000}@A","'\u{feff}=1"\r\n`],
  [['="a,b"'], '"\'=""a,b"""\r\n'],
  [[-5, 'a=b', ' a'], '-5,"a=b"," a"\r\n'],
])('%j', (cells, line) => {
  expect(csvLine(cells)).toBe(line)
})
