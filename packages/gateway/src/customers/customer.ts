/** A person that a merchant knows, and whose cards may be saved. */
export interface Customer {
  readonly merchantId: string
  readonly id: string
  /** The e-mail address; several customers may share one. */
  readonly email: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly phone: string | null
  readonly description: string | null
  readonly type: 'INDIVIDUAL' | 'COMPANY'
  readonly address: string | null
  readonly city: string | null
  readonly country: string | null
  readonly postalCode: string | null
  readonly region: string | null
  readonly createdAtMs: number
}

/** The changes of a customer; omitted members stay. */
export type CustomerChange = Partial<Omit<Customer, 'merchantId' | 'id' | 'createdAtMs'>>
