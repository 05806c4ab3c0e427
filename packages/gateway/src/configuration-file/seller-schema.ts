import { CARD_BRANDS, isCountry, LIMITS } from '@sluice/types/vocabulary'
import * as z from 'zod'

import { exactUrl, plainText } from './file-values.ts'

/** EMV 3-D Secure: the maximum length of a requestor's name. */
const REQUESTOR_NAME_MAX_CHARS = 40

/** EMV 3-D Secure: the maximum length of ids that acquirers and directory servers assign. */
const ASSIGNED_ID_MAX_CHARS = 35

const acquirer = z.strictObject({
  bin: z.string().regex(/^[0-9]{1,11}$/, 'use a string of 1 to 11 digits'),
  merchant_id: plainText(ASSIGNED_ID_MAX_CHARS),
  requestor_id: plainText(ASSIGNED_ID_MAX_CHARS).optional(),
  requestor_name: plainText(REQUESTOR_NAME_MAX_CHARS).optional(),
  requestor_url: exactUrl.optional(),
})

/** The ids with which acquirers registered a merchant's account. */
export const acquirers = z
  .partialRecord(z.enum([...CARD_BRANDS, 'default']), acquirer)
  .default({})
  .meta({
    description: `The acquirer data for 3DS servers, by brand (${CARD_BRANDS.join(', ')}; \`default\` for those that are not named): \`bin\` and \`merchant_id\` as the acquirer assigned them, \`requestor_id\` as the scheme’s directory server did, \`requestor_name\` and \`requestor_url\` where they differ from the business.`,
  })

/** The business data for the card schemes. */
export const business = z.strictObject({
  name: plainText(LIMITS.NAME_MAX_CHARS)
    .optional()
    .meta({ description: 'The name that shoppers see. Default: the merchant’s name.' }),
  country: z
    .string()
    .refine(isCountry, 'use an ISO 3166-1 code of two letters')
    .optional()
    .meta({ description: 'Where it is: two letters (ISO 3166-1).' }),
  mcc: z
    .string()
    .regex(/^[0-9]{4}$/, 'use a string of four digits')
    .optional()
    .meta({ description: 'Its merchant category code: four digits (ISO 18245).' }),
  url: exactUrl.optional().meta({ description: 'Its web site.' }),
})
