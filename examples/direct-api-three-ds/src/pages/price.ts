import { fromMinorUnits } from '@sluice/server-sdk'
import { LANTERN } from '../orders.ts'

/** `€49.00` */
export const PRICE = `€${fromMinorUnits(LANTERN.priceMinor, LANTERN.currency)}`
