import { sayWord } from './format.ts'

/** Brands that are not written as a word. */
const NAMES: Readonly<Record<string, string>> = {
  AMEX: 'American Express',
  DINERS: 'Diners Club',
  JCB: 'JCB',
  UNIONPAY: 'UnionPay',
}

/** `MASTERCARD` → `Mastercard`, `JCB` → `JCB`. */
export function sayBrand(brand: string): string {
  return NAMES[brand.toUpperCase()] ?? sayWord(brand)
}
