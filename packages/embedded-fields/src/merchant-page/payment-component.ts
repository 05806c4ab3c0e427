import { SluiceCardComponent } from './card-component.ts'
import { checkCardConfig, checkOptions, type Settings } from './check-options.ts'
import { PaymentComponentError } from './payment-component-error.ts'
import type {
  CardComponent,
  CardConfig,
  PaymentComponentCore,
  PaymentComponentFactory,
} from './embedded-fields-api.ts'

/** Specified component types that this release does not bring. */
const LATER_TYPES = ['saved-card', 'alternative-payment-method']

/** @param scriptAddress - Where this script came from; the gateway is there too. */
export function createPaymentComponent(scriptAddress: string | null): PaymentComponentFactory {
  // Async, so that wrong options reject the promise that every caller awaits.
  return async (options) => createCore(checkOptions(options, scriptAddress))
}

function createCore(settings: Settings): PaymentComponentCore {
  const components = new Set<SluiceCardComponent>()
  let isDestroyed = false

  function create(type: string, config?: CardConfig): CardComponent {
    if (isDestroyed) {
      throw new PaymentComponentError('destroyed', 'This core was destroyed; call PaymentComponent again')
    }
    if (LATER_TYPES.includes(type)) {
      throw new PaymentComponentError(
        'not_available',
        `"${type}" is not available in this release; create "card"`,
      )
    }
    if (type !== 'card') {
      throw new PaymentComponentError('unknown_component', `There is no component "${type}"; create "card"`)
    }
    checkCardConfig(config)
    const component = new SluiceCardComponent(settings, config?.componentListeners ?? {})
    components.add(component)
    return component
  }

  return {
    create,
    destroy() {
      isDestroyed = true
      for (const component of components) component.destroy()
      components.clear()
    },
  }
}
