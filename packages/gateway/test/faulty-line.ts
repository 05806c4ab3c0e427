import type {
  CallRequest,
  Cancellation,
  OperationRequest,
  UndoRequest,
  OrderRequest,
  PreparationRequest,
  Provider,
  ProviderAuthorization,
} from '../src/transactions/execution/provider.ts'

/** The fault of one message between the gateway and a provider. FROZEN: the sender stops, and continues when it is thawed. */
export const LINE_FAULTS = [
  'REQUEST_LOST',
  'ANSWER_LOST',
  'ARRIVES_LATE',
  'ARRIVES_TWICE',
  'FROZEN_BEFORE_SENDING',
  'FROZEN_BEFORE_READING',
] as const

export type LineFault = (typeof LINE_FAULTS)[number]

export const LINE_STEPS = ['sending', 'reading'] as const

export type LineStep = (typeof LINE_STEPS)[number]

export type PortCall =
  | 'prepare'
  | 'authorize'
  | 'operate'
  | 'undo'
  | 'order'
  | 'cancelOrder'
  | 'findOutcome'
  | 'fence'

/** The connection to a provider: the next message of each call has the fault that is planned for it. */
export class FaultyLine implements Provider {
  readonly #provider: Provider
  readonly #planned = new Map<PortCall, LineFault>()
  readonly #late: (() => Promise<unknown>)[] = []
  #thaw: (() => void) | null = null
  onFreeze: () => void = () => undefined
  /** Called before a message is sent, and when its answer is there; it throws if the sender dies. */
  onStep: (step: LineStep) => void = () => undefined
  /** The number of status queries that the provider received. */
  questions = 0

  constructor(provider: Provider) {
    this.#provider = provider
  }

  get id() {
    return this.#provider.id
  }

  get capabilities() {
    return this.#provider.capabilities
  }

  get isFrozen(): boolean {
    return this.#thaw !== null
  }

  /** Clears the planned faults. */
  plan(faults: Readonly<Partial<Record<PortCall, LineFault>>>): void {
    this.#planned.clear()
    for (const [call, fault] of Object.entries(faults)) this.#planned.set(call as PortCall, fault)
  }

  /** The calls whose planned fault has not occurred yet. */
  get unmet(): readonly PortCall[] {
    return [...this.#planned.keys()]
  }

  thaw(): void {
    this.#thaw?.()
    this.#thaw = null
  }

  /** Delivers the delayed messages. Nothing reads the responses. */
  async deliverLate(): Promise<void> {
    await Promise.allSettled(this.#late.splice(0).map((deliver) => deliver()))
  }

  prepare(request: PreparationRequest) {
    const { prepare } = this.#provider
    if (prepare === undefined) throw new Error('this provider prepares nothing')
    return this.#carry('prepare', () => prepare.call(this.#provider, request))
  }

  authorize(request: ProviderAuthorization) {
    return this.#carry('authorize', () => this.#provider.authorize(request))
  }

  operate(request: OperationRequest) {
    return this.#carry('operate', () => this.#provider.operate(request))
  }

  undo(request: UndoRequest) {
    return this.#carry('undo', () => this.#provider.undo(request))
  }

  order(request: OrderRequest) {
    return this.#carry('order', () => this.#provider.order(request))
  }

  cancelOrder(cancellation: Cancellation) {
    return this.#carry('cancelOrder', () => this.#provider.cancelOrder(cancellation))
  }

  findOutcome(call: CallRequest) {
    this.questions += 1
    return this.#carry('findOutcome', () => this.#provider.findOutcome(call))
  }

  fence(call: CallRequest) {
    return this.#carry('fence', () => this.#provider.fence(call))
  }

  async #carry<T>(call: PortCall, deliver: () => Promise<T>): Promise<T> {
    this.onStep('sending')
    const answer = await this.#carryWithFault(call, deliver)
    this.onStep('reading')
    return answer
  }

  async #carryWithFault<T>(call: PortCall, deliver: () => Promise<T>): Promise<T> {
    const fault = this.#planned.get(call)
    this.#planned.delete(call)
    switch (fault) {
      case undefined:
        return deliver()
      case 'REQUEST_LOST':
        throw new Error('connection reset')
      case 'ANSWER_LOST':
        await deliver()
        throw new Error('connection reset')
      case 'ARRIVES_LATE':
        this.#late.push(deliver)
        throw new Error('connection reset')
      case 'ARRIVES_TWICE': {
        const answer = await deliver()
        await Promise.allSettled([deliver()])
        return answer
      }
      case 'FROZEN_BEFORE_SENDING':
        await this.#freeze()
        return deliver()
      case 'FROZEN_BEFORE_READING': {
        const answer = await deliver()
        await this.#freeze()
        return answer
      }
    }
  }

  #freeze(): Promise<void> {
    return new Promise((resolve) => {
      this.#thaw = resolve
      this.onFreeze()
    })
  }
}
