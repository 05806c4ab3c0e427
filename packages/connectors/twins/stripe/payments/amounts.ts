import { badParameter } from '../api/refusal.ts'

/** Stripe's minimum charges, in the smallest unit, by currency. */
const MINIMUM: Readonly<Record<string, number>> = {
  usd: 50,
  aed: 200,
  aud: 50,
  bgn: 100,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17500,
  inr: 50,
  jpy: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1000,
}

/** Currencies without decimals, and those whose amounts must still end in two zeros because they once had decimals. */
const ZERO_DECIMAL = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '))
const WHOLE_IN_HUNDREDTHS = new Set(['isk', 'ugx'])
const THREE_DECIMAL = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd'])
const TWO_DECIMAL = new Set(
  (
    'usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bmd bnd bob brl bsd bwp byn bzd cad cdf chf cny cop ' +
    'crc cve czk dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gtq gyd hkd hnl htg huf idr ils inr jmd kes kgs ' +
    'khr kyd kzt lak lbp lkr lrd lsl mad mdl mkd mmk mnt mop mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd pab ' +
    'pen pgk php pkr pln qar ron rsd rub sar sbd scr sek sgd shp sle sos srd std szl thb tjs top try ttd twd tzs ' +
    'uah uyu uzs wst xcd yer zar zmw bgn'
  ).split(' '),
)

const MOST = 99_999_999

/** @throws What Stripe answers for a currency it does not know, and for amounts that it does not charge. */
export function checkAmount(amountText: string, currency: string): number {
  if (!/^-?\d+$/.test(amountText))
    throw badParameter('amount', `Invalid integer: ${amountText}`, 'parameter_invalid_integer')
  const amount = Number(amountText)
  if (!isKnown(currency))
    throw badParameter(
      'currency',
      `Invalid currency: ${currency}. Stripe currently supports these currencies: …`,
    )
  if (amount < 1)
    throw badParameter(
      'amount',
      'This value must be greater than or equal to 1.',
      'parameter_invalid_integer',
    )
  if (amount > MOST)
    throw badParameter('amount', 'Amount must be no more than 999,999.99', 'amount_too_large')
  checkUnit(amount, currency)
  if (amount < (MINIMUM[currency] ?? 1))
    throw badParameter(
      'amount',
      `Amount must be at least ${String(MINIMUM[currency])} ${currency}`,
      'amount_too_small',
    )
  return amount
}

/**
 * The sender rounds three decimals to tens, and currencies without decimals to hundreds if they are written with
 * two.
 */
function checkUnit(amount: number, currency: string): void {
  const unit = THREE_DECIMAL.has(currency) ? 10 : WHOLE_IN_HUNDREDTHS.has(currency) ? 100 : 1
  if (amount % unit !== 0)
    throw badParameter('amount', `Invalid amount for ${currency}: it must be a multiple of ${String(unit)}.`)
}

function isKnown(currency: string): boolean {
  return [ZERO_DECIMAL, WHOLE_IN_HUNDREDTHS, THREE_DECIMAL, TWO_DECIMAL].some((set) => set.has(currency))
}
