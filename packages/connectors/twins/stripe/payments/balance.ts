import type Stripe from 'stripe'

import type { World } from '../world/world.ts'

/** Stripe's fee for a charge: per mille, and a fixed part. */
const FEE_PER_MILLE = 29
const FEE_FIXED = 30

/** Records one entry of the account: the amount that a charge, a refund or a dispute moved. */
export function addBalance(
  world: World,
  type: Stripe.BalanceTransaction.Type,
  amount: number,
  currency: string,
  source: string,
): Stripe.BalanceTransaction {
  const fee = type === 'charge' ? Math.round((amount * FEE_PER_MILLE) / 1000) + FEE_FIXED : 0
  const line: Stripe.BalanceTransaction = {
    id: world.newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: world.nowSeconds() + 2 * 86_400,
    balance_type: 'payments',
    created: world.nowSeconds(),
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details:
      fee > 0
        ? [
            {
              amount: fee,
              application: null,
              currency,
              description: 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ]
        : [],
    net: amount - fee,
    reporting_category: type,
    source,
    status: 'pending',
    type,
  }
  world.balances.set(line.id, line)
  return line
}

/** Returns the balance of the account, by currency. */
export function readBalance(world: World): Stripe.Balance {
  const sums = new Map<string, number>()
  for (const { currency, net } of world.balances.values()) sums.set(currency, (sums.get(currency) ?? 0) + net)
  return {
    object: 'balance',
    available: [],
    livemode: false,
    pending: [...sums].map(([currency, amount]) => ({ amount, currency })),
  }
}
