import { checkConfig } from './check-config.ts'
import { checkOptions, type Settings } from './check-options.ts'
import type { PaymentComponentCore, PaymentComponentFactory } from './embedded-fields-api.ts'
import { FrameComponent } from './frame-component.ts'
import { PaymentComponentError } from './payment-component-error.ts'

/** @param scriptAddress - Where this script came from; the gateway is there too. */
export function createPaymentComponent(scriptAddress: string | null): PaymentComponentFactory {
  // Async, so that wrong options reject the promise that every caller awaits.
  return async (options) => createCore(checkOptions(options, scriptAddress))
}

function createCore(settings: Settings): PaymentComponentCore {
  const components = new Set<FrameComponent>()
  let isDestroyed = false
  /** A payment that runs is gone on with by whichever component holds its step. Where none does, each watches its end. */
  const agree = () => {
    const all = [...components]
    if (!all.some(({ isFirst }) => isFirst)) all.forEach((component) => component.follow())
  }
  return {
    create(type, ...[config]) {
      if (isDestroyed) {
        throw new PaymentComponentError('destroyed', 'Destroyed; create another one')
      }
      const plan = checkConfig(type, config, settings.layout)
      const component = new FrameComponent(settings, plan, agree)
      components.add(component)
      return component
    },
    destroy() {
      isDestroyed = true
      for (const component of components) component.destroy()
      components.clear()
    },
  }
}
