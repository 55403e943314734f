//! Compiles kernels for the device, and runs them.

use super::{Buffer, Gpu};
use crate::DeviceError;

/// The way in which a kernel uses a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Binding {
    /// Many words, only read.
    Read,
    /// Many words, read and written.
    Write,
    /// A few words, only read.
    Uniform,
}

/// A compiled kernel.
pub(crate) struct Kernel {
    pipeline: wgpu::ComputePipeline,
    layout: wgpu::BindGroupLayout,
}

/// The maximum number of groups in one dimension of a dispatch, on any device.
const MOST_GROUPS: u32 = 65_535;

impl Kernel {
    /// Compiles an entry point. The bindings are numbered from 0.
    pub(crate) fn new(
        gpu: &Gpu,
        source: &str,
        entry: &'static str,
        bindings: &[Binding],
    ) -> Result<Kernel, DeviceError> {
        let device = &gpu.device;
        let scope = device.push_error_scope(wgpu::ErrorFilter::Validation);
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some(entry),
            source: wgpu::ShaderSource::Wgsl(source.into()),
        });
        let entries: Vec<_> =
            (0..).zip(bindings).map(|(place, &kind)| layout(place, kind)).collect();
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some(entry),
            entries: &entries,
        });
        let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some(entry),
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(entry),
            layout: Some(&pipeline_layout),
            module: &module,
            entry_point: Some(entry),
            compilation_options: Default::default(),
            cache: None,
        });
        match pollster::block_on(scope.pop()) {
            None => Ok(Kernel { pipeline, layout }),
            Some(error) => Err(DeviceError::Kernel(entry, error.to_string())),
        }
    }

    /// Records a run with these buffers.
    pub(super) fn record(
        &self,
        device: &wgpu::Device,
        encoder: &mut wgpu::CommandEncoder,
        buffers: &[&Buffer],
        groups: u32,
    ) {
        let entries: Vec<_> = (0..)
            .zip(buffers)
            .map(|(binding, buffer)| wgpu::BindGroupEntry {
                binding,
                resource: buffer.as_entire_binding(),
            })
            .collect();
        let bound = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &self.layout,
            entries: &entries,
        });
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &bound, &[]);
        pass.dispatch_workgroups(groups.min(MOST_GROUPS), groups.div_ceil(MOST_GROUPS), 1);
    }
}

fn layout(binding: u32, kind: Binding) -> wgpu::BindGroupLayoutEntry {
    let ty = match kind {
        Binding::Read => wgpu::BufferBindingType::Storage { read_only: true },
        Binding::Write => wgpu::BufferBindingType::Storage { read_only: false },
        Binding::Uniform => wgpu::BufferBindingType::Uniform,
    };
    wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None },
        count: None,
    }
}
