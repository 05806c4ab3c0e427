import * as z from 'zod'

/** A task that people start by name, with its parameters. */
export interface McpPrompt<Input extends z.ZodObject = z.ZodObject> {
  readonly title: string
  readonly description: string
  /** MCP passes only texts. */
  readonly input: Input
  readonly text: (input: z.infer<Input>) => string
}

function definePrompt<Input extends z.ZodObject>(prompt: McpPrompt<Input>): McpPrompt {
  return prompt
}

/** Every prompt of the MCP server, by name. */
export const MCP_PROMPTS: Readonly<Record<string, McpPrompt>> = {
  integrate_payments: definePrompt({
    title: 'Accept payments in this project',
    description: 'Adds checkout, webhook and refund to a shop, and proves each against a sandbox.',
    input: z.strictObject({
      way: z
        .enum(['hosted-page', 'embedded-fields', 'payment-links', 'own-server'])
        .default('hosted-page')
        .describe('How shoppers pay; each is a guide of the documentation.'),
    }),
    text: ({ way }) =>
      `Read the pages guides/${way}, guides/webhooks and guides/orders-and-attempts with read_documentation. Create a sandbox with ` +
      'make_sandbox, and load its environment file in this project. Add the checkout, a webhook receiver that verifies signatures, ' +
      'and a refund. Then prove each: pay_with_card with an approved card, a challenge and a decline, check_receiver for the ' +
      'receiver, and explain_payment for every payment that does not end as expected. Print no secret.',
  }),

  explain_decline: definePrompt({
    title: 'Explain why a payment failed',
    description:
      'Reads the timeline of a payment, and explains what the shop should do and tell the shopper.',
    input: z.strictObject({ transaction_id: z.string().min(1).max(64) }),
    text: ({ transaction_id: id }) =>
      `Call explain_payment for ${JSON.stringify(id)}, and read the page errors for its processing code. Say in plain words what ` +
      'happened, whether a retry can succeed and with which change, and what to tell the shopper.',
  }),

  fix_webhook: definePrompt({
    title: 'Find out why a webhook does not arrive or verify',
    description: 'Checks the receiver of this machine and the deliveries of the gateway.',
    input: z.strictObject({ url: z.string().min(1).max(2_048).describe('The receiver’s address.') }),
    text: ({ url }) =>
      'Read the pages guides/webhooks and troubleshooting. Call list_webhooks, then check_receiver with ' +
      `${JSON.stringify(url)}. For a signature that does not verify, call verify_webhook with the headers and the raw body as they ` +
      'arrived. Fix the receiver, check it again, and send what it missed with replay_webhooks.',
  }),
}
