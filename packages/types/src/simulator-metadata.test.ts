import { describe, expect, it } from 'vitest'
import { checkSimulatorMetadata } from './simulator-metadata.ts'

describe('checkSimulatorMetadata', () => {
  it('passes what the simulators know and what is the merchant’s own', () => {
    expect(checkSimulatorMetadata(undefined, 'card')).toEqual([])
    expect(checkSimulatorMetadata({ basket: 'x', approval_code: 'ABC123' }, 'card')).toEqual([])
    expect(checkSimulatorMetadata({ simulated_flow: 'FALLBACK_APPROVE_AFTER_9' }, 'card')).toEqual([])
    expect(checkSimulatorMetadata({ simulated_flow: 'PENDING_APPROVED' }, 'alternative')).toEqual([])
    expect(checkSimulatorMetadata({ simulated_fault: 'SERVER_ERROR' }, 'card')).toEqual([])
    expect(checkSimulatorMetadata({ response_code: '4203', simulated_delay_ms: 30_000 }, 'card')).toEqual([])
  })

  it('lists the flows of the kind of method', () => {
    const [item] = checkSimulatorMetadata({ simulated_flow: 'CHALLENGE' }, 'alternative')
    expect(item).toMatchObject({
      property: 'metadata.simulated_flow',
      message:
        'must be one of REDIRECT, APPROVED, DECLINED, PENDING, PENDING_APPROVED, PENDING_DECLINED, CANCELED, EXPIRED',
    })
    expect(item?.params[2]).toBe('CHALLENGE')
  })

  it.each([
    [{ simulated_flow: 'challenge' }, 'metadata.simulated_flow'],
    [{ simulated_flow: 'FALLBACK_APPROVE_AFTER_10' }, 'metadata.simulated_flow'],
    [{ response_code: '9999' }, 'metadata.response_code'],
    [{ response_code: 'toString' }, 'metadata.response_code'],
    [{ response_code: 0 }, 'metadata.response_code'],
    [{ simulated_delay_ms: 30_001 }, 'metadata.simulated_delay_ms'],
    [{ simulated_delay_ms: 'soon' }, 'metadata.simulated_delay_ms'],
    [{ simulated_approved_amount: 0 }, 'metadata.simulated_approved_amount'],
    [{ simulated_approved_amount: 10.5 }, 'metadata.simulated_approved_amount'],
    [{ simulated_soft_decline: 'yes' }, 'metadata.simulated_soft_decline'],
    [{ simulated_fault: 'EARTHQUAKE' }, 'metadata.simulated_fault'],
    [{ simulated_fault: 1 }, 'metadata.simulated_fault'],
    [{ simulated_cres: 'plain' }, 'metadata.simulated_cres'],
  ])('%j', (metadata, property) => {
    expect(checkSimulatorMetadata(metadata, 'card').map((item) => item.property)).toEqual([property])
  })
})
