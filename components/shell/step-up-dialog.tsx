'use client'
import dynamic from 'next/dynamic'
import type { StepUp } from './command'

const Signature = dynamic(() => import('./signature').then((loaded) => loaded.Signature), { ssr: false })

/** Asks for the second factor, when there is something to sign. Until then nothing of it is loaded. */
export const StepUpDialog = ({ stepUp }: { stepUp: StepUp | null }) => stepUp && <Signature stepUp={stepUp} />
