import { MANAGE_TYPES } from '@sluice/types/vocabulary'
import * as z from 'zod'

/** Answer of `GET /capabilities`. The gateway compares it with its configuration, and follows the configuration. */
export const capabilities = z.object({
  /** `card`, and the types of orders. */
  methods: z.array(z.string()),
  operations: z.array(z.enum(MANAGE_TYPES)),
  fences: z.boolean(),
  /** Whether it serves `POST /preparations`. */
  preparations: z.boolean().default(false),
  /** Whether it authenticates cardholders itself, and serves `POST /continuations`. */
  authenticates: z.boolean().default(false),
  /** Whether it verifies cards without an amount. */
  verifies: z.boolean().default(false),
  /** Whether outcomes of orders are reported. */
  reports: z.boolean(),
})

/** The capabilities that a provider declares. */
export type CapabilitiesMessage = z.output<typeof capabilities>
