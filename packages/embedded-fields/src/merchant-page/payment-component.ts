import { checkConfig } from './check-config.ts'
import { checkOptions, type Settings } from './check-options.ts'
import { chooseFollowers } from './choose-followers.ts'
import type { PaymentComponentCore, PaymentComponentFactory } from './embedded-fields-api.ts'
import { FrameComponent } from './frame-component.ts'
import { PaymentComponentError } from './payment-component-error.ts'

/** @param scriptAddress - The address of this script, which is the gateway's. */
export function createPaymentComponent(scriptAddress: string | null): PaymentComponentFactory {
  /** Two cores may share one session. */
  const onPage = new Set<FrameComponent>()
  // Async, so that wrong options reject the promise that every caller awaits.
  return async (options) => createCore(checkOptions(options, scriptAddress), onPage)
}

function createCore(settings: Settings, onPage: Set<FrameComponent>): PaymentComponentCore {
  const components = new Set<FrameComponent>()
  let isDestroyed = false
  return {
    create(type, ...[config]) {
      if (isDestroyed) {
        throw new PaymentComponentError('destroyed', 'Destroyed; create another one')
      }
      const plan = checkConfig(type, config, settings.layout)
      const component: FrameComponent = new FrameComponent(settings, plan, (isDestroyed) => {
        if (isDestroyed) onPage.delete(component)
        agree(onPage)
      })
      components.add(component)
      onPage.add(component)
      return component
    },
    destroy() {
      isDestroyed = true
      for (const component of components) component.destroy()
      components.clear()
    },
  }
}

/** Notifies every component whether it has to continue a payment that runs in its session. */
function agree(onPage: Set<FrameComponent>): void {
  for (const { sessionId } of onPage) {
    const ofSession = [...onPage].filter((component) => component.sessionId === sessionId)
    const followers = chooseFollowers(ofSession)
    if (followers) ofSession.forEach((component) => component.settle(followers.includes(component)))
  }
}
