import { FileText } from 'lucide-react';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatBytes } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './Attachments.module.css';
import { isImage, useAttachment, type AttachmentInfo } from './use-attachment.ts';

interface AttachmentsProps {
  files: readonly AttachmentInfo[];
  /** The index of the open file. */
  open: number | null;
  onOpen: (index: number | null) => void;
}

/** The files of a claim as thumbnails. */
export function Attachments({ files, open, onOpen }: AttachmentsProps) {
  if (files.length === 0) return <p className={layout.muted}>No attachments.</p>;
  return (
    <div className={layout.wrap}>
      {files.map((file, at) => (
        <Thumb key={file.id} file={file} open={open === at} onOpen={() => onOpen(open === at ? null : at)} />
      ))}
    </div>
  );
}

function Thumb({ file, open, onOpen }: { file: AttachmentInfo; open: boolean; onOpen: () => void }) {
  return (
    <button type="button" className={css.thumb} aria-expanded={open} onClick={onOpen}>
      {isImage(file) ? (
        <ThumbImage file={file} />
      ) : (
        <span className={css.thumbIcon}>
          <FileText size={32} strokeWidth={1.5} aria-hidden="true" />
        </span>
      )}
      <span className={layout.breakable}>
        {file.name} ({formatBytes(file.size)})
      </span>
    </button>
  );
}

function ThumbImage({ file }: { file: AttachmentInfo }) {
  const { url, failed } = useAttachment(file);
  if (failed) return <span className={css.thumbIcon}>This file could not be loaded.</span>;
  return url ? <img src={url} alt="" /> : <Skeleton height={118} />;
}
