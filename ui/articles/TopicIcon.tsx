import {
  Baby,
  HeartPulse,
  Leaf,
  MapPin,
  ReceiptText,
  ScanLine,
  ShieldCheck,
  Siren,
  Sparkles,
  Wrench,
  type LucideIcon,
} from 'lucide-react';

const icons: Record<string, LucideIcon> = {
  'teeth-whitening': Sparkles,
  'preventive-care': ShieldCheck,
  'dental-procedures': Wrench,
  'oral-health': HeartPulse,
  'emergency-care': Siren,
  'dental-technology': ScanLine,
  'pediatric-dentistry': Baby,
  'dental-insurance': ReceiptText,
  'find-dentist': MapPin,
  'dental-anxiety': Leaf,
};

export function TopicIcon({ topicId, size = 22 }: { topicId: string; size?: number }) {
  const Icon = icons[topicId] ?? Leaf;
  return <Icon size={size} strokeWidth={1.75} aria-hidden="true" />;
}
