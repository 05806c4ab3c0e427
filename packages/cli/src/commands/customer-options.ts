import type { CustomerChange } from '@sluice/types'

/** An option that changes a member of a customer, or of the customer's address. */
interface CustomerOption {
  readonly option: string
  readonly member: keyof CustomerChange | keyof NonNullable<CustomerChange['address']>
  readonly isOfAddress?: true
  readonly placeholder?: string
  readonly meaning: string
}

/** The options of `customers change`, except the e-mail address, which every customer has. */
export const CUSTOMER_OPTIONS: readonly CustomerOption[] = [
  { option: 'first-name', member: 'first_name', meaning: 'First name' },
  { option: 'last-name', member: 'last_name', meaning: 'Last name' },
  {
    option: 'phone',
    member: 'phone',
    placeholder: '<number>',
    meaning: 'Phone number with its country code',
  },
  { option: 'description', member: 'description', meaning: 'A note of your own' },
  { option: 'type', member: 'type', placeholder: '<type>', meaning: 'INDIVIDUAL or COMPANY' },
  {
    option: 'country',
    member: 'country',
    isOfAddress: true,
    placeholder: '<code>',
    meaning: 'Two letters: DE',
  },
  { option: 'address', member: 'address', isOfAddress: true, meaning: 'Street and number' },
  { option: 'city', member: 'city', isOfAddress: true, meaning: 'City' },
  { option: 'postal-code', member: 'postal_code', isOfAddress: true, meaning: 'Postal code' },
  { option: 'region', member: 'region', isOfAddress: true, meaning: 'State or province' },
]
