import * as z from 'zod'
import {
  ECI_VALUES,
  LIMITS,
  LOCAL_SCHEME_TYPE,
  NETWORK_TOKEN_SOURCES,
  PROVIDER_REDIRECT_TYPES,
} from '../vocabulary/index.ts'
import {
  boundedText,
  country,
  email,
  languageTag,
  patternText,
  personName,
  personText,
  phone,
} from './common.ts'
import { membersRule, MESSAGES, textRule } from './rules.ts'

/** One sealed card field: Base64, or a compact JWE. The content is validated after decryption. */
const sealedField = boundedText(1, LIMITS.ENVELOPE_MAX_CHARS).meta({
  id: 'SealedField',
  clause: 'card-encryption#card-encryption',
  description: 'Sealed for the merchant’s public key under this member’s name; Base64.',
})

const cardData = z.strictObject({
  encrypted_card_number: sealedField,
  encrypted_cvv: sealedField,
  encrypted_expiration_month: sealedField,
  encrypted_expiration_year: sealedField,
})

/** A card whose fields are sealed. */
export const cardMethod = z.strictObject({ type: z.literal('card'), data: cardData }).meta({
  id: 'CardMethod',
  clause: 'card-encryption#card-encryption',
  description: 'A card with individually sealed fields.',
})

const savedCardData = z.strictObject({
  payment_method_id: boundedText(1, LIMITS.NAME_MAX_CHARS).meta({ description: 'From the save.' }),
  encrypted_cvv: sealedField.optional(),
})

/** A saved card, by its id. */
export const savedCardMethod = z.strictObject({ type: z.literal('saved_card'), data: savedCardData }).meta({
  id: 'SavedCardMethod',
  clause: 'saved-cards#saved-cards',
  description: 'A card that was saved before.',
})

/** In a browser the customer is present, so a saved card always requires its CVV. */
export const clientSavedCardMethod = z
  .strictObject({
    type: z.literal('saved_card'),
    data: z.strictObject({
      payment_method_id: boundedText(1, LIMITS.NAME_MAX_CHARS).meta({ description: 'From the save.' }),
      encrypted_cvv: sealedField,
      masked_pan: boundedText(1, LIMITS.NAME_MAX_CHARS)
        .optional()
        .meta({
          description: 'As the page shows it: with the first six and the last four digits, or the last four.',
          examples: ['424242******4242'],
        }),
      expiration_date: patternText(/^(0[1-9]|1[0-2])[0-9]{2}$/)
        .optional()
        .meta({ description: 'As the page shows it: MMYY.', examples: ['1230'] }),
      card_brand: boundedText(1, LIMITS.NAME_MAX_CHARS)
        .optional()
        .meta({ description: 'As the page shows it, in upper or lower case.', examples: ['visa'] }),
    }),
  })
  .meta({
    id: 'ClientSavedCardMethod',
    clause: 'saved-cards#saved-cards',
    description:
      'A saved card in a browser. An embedded session without a customer requires the displayed card data, which must match the card.',
  })

/** A cryptogram and its ECI come and go together: one without the other proves nothing. */
const cryptogramNeedsEci = membersRule(({ eci, encrypted_cryptogram }) => {
  if (eci === undefined && encrypted_cryptogram !== undefined) {
    return [{ path: ['eci'], message: 'is required when a cryptogram is given' }]
  }
  if (eci !== undefined && encrypted_cryptogram === undefined) {
    return [{ path: ['eci'], message: 'must be omitted without a cryptogram' }]
  }
  return []
})

const networkTokenData = z
  .strictObject({
    encrypted_token_number: sealedField,
    encrypted_expiration_month: sealedField,
    encrypted_expiration_year: sealedField,
    encrypted_cryptogram: sealedField.optional(),
    eci: z.enum(ECI_VALUES).optional(),
    source: z.enum(NETWORK_TOKEN_SOURCES).optional().meta({ description: 'Without it: network-token.' }),
  })
  .check(cryptogramNeedsEci)

/** A network token whose fields are sealed. */
export const networkTokenMethod = z
  .strictObject({ type: z.literal('network-token'), data: networkTokenData })
  .meta({
    id: 'NetworkTokenMethod',
    clause: 'tokens#network-tokens',
    description: 'A network token, with a cryptogram or without.',
  })

// Base64 writes three bytes in four characters.
const WALLET_TOKEN_MAX_CHARS = Math.ceil(LIMITS.WALLET_TOKEN_MAX_BYTES / 3) * 4

const gwalletPayData = z.strictObject({
  gwallet_pay_token: boundedText(1, WALLET_TOKEN_MAX_CHARS).meta({
    description: 'Base64 of the complete wallet token JSON.',
  }),
})

/** A token of the web wallet, which the gateway opens. */
export const gwalletPayMethod = z
  .strictObject({ type: z.literal('gwallet-pay'), data: gwalletPayData })
  .meta({
    id: 'GwalletPayMethod',
    clause: 'tokens#wallet-tokens',
    description: 'A wallet token that the gateway opens.',
  })

const firstName = personName(1)
const lastName = personName(1)
const addressMember = personText(0, LIMITS.ADDRESS_MEMBER_MAX_CHARS)

const dateOfBirth = z
  .string()
  .check(textRule((text) => (isRealDate(text) ? [] : [{ message: MESSAGES.format }])))
  .meta({ format: 'date', examples: ['1990-02-28'] })

const ISO_DATE = z.iso.date()

function isRealDate(text: string): boolean {
  return ISO_DATE.safeParse(text).success
}

const blikData = z.strictObject({
  email,
  first_name: firstName,
  last_name: lastName,
  phone: phone.optional(),
  country: country.optional(),
  address: addressMember.optional(),
  city: addressMember.optional(),
  postal_code: addressMember.optional(),
  state: addressMember.optional(),
  date_of_birth: dateOfBirth.optional(),
  language: languageTag.optional(),
  blik_code: patternText(/^[0-9]{6}$/)
    .optional()
    .meta({
      description: 'Six digits; without it, the provider’s page requests them.',
      examples: ['777123'],
    }),
})

/** A payment by BLIK code. */
export const blikMethod = z.strictObject({ type: z.literal(LOCAL_SCHEME_TYPE), data: blikData }).meta({
  id: 'BlikMethod',
  clause: 'payments#local-instant-scheme',
  description: 'The local instant scheme, in PLN.',
})

const providerRedirectData = z.strictObject({ email, first_name: firstName, last_name: lastName })

/** A payment on a page of the provider. */
export const providerRedirectMethod = z
  .strictObject({ type: z.enum(PROVIDER_REDIRECT_TYPES), data: providerRedirectData })
  .meta({
    id: 'ProviderRedirectMethod',
    clause: 'redirect-methods#redirect-methods',
    description: 'A method that is confirmed on a page of its provider.',
  })
