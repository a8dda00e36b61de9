'use client'
import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useRef, useTransition } from 'react'

/**
 * Has the page read again without anybody's asking, one reading at a time. What was read is shown when nothing that was asked for after it is still under way, and so is
 * where a link leads: readings that begin sooner than the server ends them would keep the page as it is for as long as it is slow, and no link would lead anywhere.
 */
export function useReread(): () => void {
  const router = useRouter()
  const [isReading, read] = useTransition()
  const isUnderWay = useRef(false)
  useEffect(() => { isUnderWay.current = isReading }, [isReading])
  return useCallback(() => {
    if (!isUnderWay.current) read(() => router.refresh())
  }, [router])
}
