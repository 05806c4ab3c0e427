import type Stripe from 'stripe'

import type { World } from '../world/world.ts'
import { cannot } from '../api/refusal.ts'
import { addBalance } from './balance.ts'

const ANSWER_WITHIN_SECONDS = 7 * 86_400

/** Opens a dispute: the shopper's bank withdraws the money, or only inquires. */
export function openDispute(
  world: World,
  charge: Stripe.Charge,
  { reason, isInquiry = false }: { readonly reason: string; readonly isInquiry?: boolean },
): Stripe.Dispute {
  const dispute: Stripe.Dispute = {
    id: world.newId('dp'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: isInquiry
      ? []
      : [addBalance(world, 'adjustment', -charge.amount, charge.currency, charge.id)],
    charge: charge.id,
    created: world.nowSeconds(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: world.nowSeconds() + ANSWER_WITHIN_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    network_reason_code: '10.4',
    payment_intent: charge.payment_intent,
    reason,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  }
  world.disputes.set(dispute.id, dispute)
  charge.disputed = true
  world.emit('charge.dispute.created', dispute)
  if (!isInquiry) world.emit('charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** @throws When it is closed already. */
export function closeDispute(world: World, dispute: Stripe.Dispute, status: 'won' | 'lost'): void {
  if (!dispute.status.endsWith('needs_response') && !dispute.status.endsWith('under_review'))
    throw cannot('This dispute is already closed.')
  const isInquiry = dispute.status.startsWith('warning')
  dispute.status = isInquiry ? 'warning_closed' : status
  world.emit('charge.dispute.closed', dispute)
  if (status === 'lost' || isInquiry) return
  dispute.balance_transactions.push(
    addBalance(world, 'adjustment', dispute.amount, dispute.currency, String(dispute.charge)),
  )
  world.emit('charge.dispute.funds_reinstated', dispute)
}

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}
