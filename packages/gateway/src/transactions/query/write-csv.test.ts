import { expect, it } from 'vitest'

import { csvLine } from './write-csv.ts'

it.each([
  [['a', 1, null], 'a,1,\r\n'],
  [['a,b', 'say "hi"', 'two\nlines'], '"a,b","say ""hi""","two\nlines"\r\n'],
  [['=1+1', '+1', '-1', '@SUM(A1)'], "'=1+1,'+1,'-1,'@SUM(A1)\r\n"],
  [['\t=1', '\r=1'], '\'\t=1,"\'\r=1"\r\n'],
  [['="a,b"'], '"\'=""a,b"""\r\n'],
  [[-5, 'a=b'], '-5,a=b\r\n'],
])('%j', (cells, line) => {
  expect(csvLine(cells)).toBe(line)
})
