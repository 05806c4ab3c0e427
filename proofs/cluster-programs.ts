import type { ClusterPrograms } from '../tools/high-availability/cluster.ts'

/** Set by the proof's piece, which unpacks them; null if they are missing. */
export const CLUSTER_PROGRAMS: ClusterPrograms | null = JSON.parse(
  process.env['SLUICE_CLUSTER_PROGRAMS'] ?? 'null',
) as ClusterPrograms | null
