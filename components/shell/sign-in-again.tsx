'use client'
import { usePathname } from 'next/navigation'
import { paths } from './paths'

/** For whoever was signed out where they are: beside this window, because in it what they typed would be gone. */
export const SignInAgain = () => <a href={paths.signInTo(usePathname())} target="_blank" rel="noopener" className="text-accent underline underline-offset-2 hover:text-accent-hover">Sign in in a new window</a>
